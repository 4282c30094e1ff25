/** What the server does by itself about news upstream: takes them over, only looks for them, or neither. */
export const autoUpdates = ['full', 'remote', 'none'] as const;
export type AutoUpdate = (typeof autoUpdates)[number];
