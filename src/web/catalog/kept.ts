import { useSyncExternalStore } from 'react'
import type { Offer } from '#contract/commerce/wishlist.ts'
import { sharedValue } from '#web/kit/ui/behaviour/shared-value.ts'

export type KeptList = 'wishlist' | 'cart'
export type KeptKeys = Record<KeptList, readonly string[]>
export type ChangeKept = (list: KeptList, offer: Offer, isWanted: boolean) => Promise<void>

export const keptKey = ({ kind, itemId }: Pick<Offer, 'kind' | 'itemId'>): string => `${kind} ${itemId}`

const kept = sharedValue<KeptKeys>({ wishlist: [], cart: [] })

/** Says what is kept now. Called by the commerce module, which is loaded when something is kept. */
export const publishKept = (next: Partial<KeptKeys>): void => kept.set({ ...kept.read(), ...next })

let change: ChangeKept = async () => {}
/** Lets the site connect hearts to the commerce module. */
export const connectKept = (handler: ChangeKept): void => void (change = handler)
export const changeKept: ChangeKept = (...args) => change(...args)

const never = () => () => {}

/** False on the server and until the page has hydrated: nothing can be kept without scripts. */
export const useCanKeep = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** The keys that are kept; nothing on the server and until they are loaded. */
export const useKept = (list: KeptList): readonly string[] => kept.use()[list]
