import type { SavedItem, SavedVideo } from './saved-store.ts'

// Not in saved-store.ts, which every page loads.

/** The videos of a saved course that are to be on this device and are not. */
export const missingVideosOf = ({ videos = [], addresses }: Pick<SavedItem, 'videos' | 'addresses'>): SavedVideo[] =>
  videos.filter(({ address }) => !addresses.includes(address))
