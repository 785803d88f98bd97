/** In the local storage while this device may have files, so that pages without any load no code for them. */
export const deviceFilesKey = "mizan.deviceFiles";
