/** Every kind of notification. Stored: a landed name never changes. */
export const notificationKinds = [
  'answer',
  'question',
  'announcement',
  'new-lessons',
  'lesson-open',
  'submission-reviewed',
  'quiz-rescored',
  'deadline',
  'goal-at-risk',
  'certificate',
  'cohort',
  'team',
  'meeting-soon',
  'meeting-changed',
  'meeting-cancelled',
  'meeting-recording',
  'instructor-application',
  'course-review',
  'review-reply',
  'payment',
  'payment-waiting',
  'checkout-open',
  'transfer',
  'refund-request',
  'refund-transfer',
  'gift-claimed',
  'payout',
  'gift',
  'wish-sale',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** How a person can be told: in the app, by mail at once, in the daily digest, by push in the browser, by WhatsApp. */
export const notificationChannels = ['app', 'mail', 'digest', 'push', 'whatsapp'] as const
export type NotificationChannel = (typeof notificationChannels)[number]
export type Channels = Record<NotificationChannel, boolean>
