/** State of the navigation that follows a right one-time password. */
export const oneTimeState = { isOneTime: true }

export const isOneTimeState = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isOneTime' in state
