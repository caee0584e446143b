import { useSyncExternalStore } from 'react'

const never = () => () => {}
// Browsers bind passkeys to a host name and accept no IP address.
const canUse = () => 'PublicKeyCredential' in window && !/[\d\]]$/.test(location.hostname)

/** True on the server, so that the page does not move where passkeys work. */
export const useCanUsePasskeys = (): boolean => useSyncExternalStore(never, canUse, () => true)
