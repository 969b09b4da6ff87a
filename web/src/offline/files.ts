// Where the files of the client are. Scripts lie in a folder below the pages, which may be any folder of a host.
const SCRIPT = import.meta.url;

/** The address of a file of the client. */
export const fileAt = (name: string) => new URL(`../${name}`, SCRIPT).href;
