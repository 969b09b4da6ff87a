/** Whether the settings are shown. Kept outside the page, which is rendered again in another language. */
export const menu = $state({ open: false });
