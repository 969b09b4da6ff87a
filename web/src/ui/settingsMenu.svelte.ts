/** Whether the settings are shown, and another language was just chosen there. The page is rendered anew in that language. */
export const menu = $state({ open: false, translated: false });
