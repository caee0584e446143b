import type { NotificationChannel } from '#contract/notifications/kinds.ts'

/** A kind of the table, with the data that it tells of. */
export type KindEntry<Data> = {
  /** As on the settings page: what the person is told of. */
  label: string
  group: string
  /** Used until the person chooses. */
  defaults: readonly NotificationChannel[]
  /** Offered in the settings of staff only. */
  forStaff?: true
  /** A mail of its own tells of it, so this kind is in no other mail and in no digest. */
  mailedSeparately?: true
  /** One line: of the list, the subject of a mail, the title of a push message. */
  title: (data: Data) => string
  text: (data: Data) => string
  path: (data: Data) => string
  /** The button of the mail. */
  action: string
}
