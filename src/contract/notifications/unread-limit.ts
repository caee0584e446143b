/** Unread notifications are counted up to this many. A file of its own, because the header of every page shows the count. */
export const maximumUnreadShown = 100
