import type { NotificationChannel } from '#contract/notifications/kinds.ts'
import type { NotificationSettings } from '#contract/notifications/notifications.ts'

type Kinds = NotificationSettings['kinds']
export type ChannelChange = Record<string, Partial<Record<NotificationChannel, boolean>>>

/** Optimistic update: the server's state and the unanswered presses, in their order. */
export type ChannelState = { saved: Kinds; unsaved: readonly ChannelChange[] }

export type ChannelEvent =
  | { type: 'pressed'; change: ChannelChange }
  /** With what the server has now. */
  | { type: 'saved'; change: ChannelChange; kinds: Kinds }
  | { type: 'failed'; change: ChannelChange }

/** A press shows at once. One that failed is undone, and no other with it. */
export function followChannels({ saved, unsaved }: ChannelState, event: ChannelEvent): ChannelState {
  if (event.type === 'pressed') return { saved, unsaved: [...unsaved, event.change] }
  return {
    saved: event.type === 'saved' ? event.kinds : saved,
    unsaved: unsaved.filter((change) => change !== event.change),
  }
}

/** Applies the unanswered presses. */
export function shownKinds({ saved, unsaved }: ChannelState): Kinds {
  const shown: Kinds = Object.fromEntries(Object.entries(saved).map(([kind, own]) => [kind, { ...own }]))
  for (const change of unsaved)
    for (const [kind, channels] of Object.entries(change)) if (shown[kind]) Object.assign(shown[kind], channels)
  return shown
}
