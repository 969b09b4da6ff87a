/** Whether the settings are shown. It outlives the page, which is made anew in another language. */
export const menu = $state({ open: false });
