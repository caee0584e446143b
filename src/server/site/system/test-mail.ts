import { newId } from '#server/platform/new-id.ts'
import type { Clock } from '#server/platform/clock.ts'
import { renderMessage, type MailTransport, type MessageHead } from '#server/platform/mail/index.ts'

export type TestMailDeps = {
  transport: MailTransport
  clock: Clock
  publicUrl: string
  sender: Omit<MessageHead, 'recipientName' | 'siteUrl'>
}

/** Sends a mail at once, not through the queue, so that whoever asked sees what the mail server says. Rejects with that. */
export async function sendTestMail(
  { transport, clock, publicUrl, sender }: TestMailDeps,
  to: { name: string; email: string },
): Promise<void> {
  const id = newId()
  const message = {
    subject: `Email percobaan dari ${sender.siteName}`,
    paragraphs: [
      'Email ini dikirim dari halaman Sistem untuk memastikan bahwa email dari situs ini sampai.',
      'Tidak ada yang perlu kamu lakukan.',
    ],
  }
  await transport.deliver({
    id,
    kind: 'test',
    messageId: `<${id}.0@${new URL(publicUrl).hostname}>`,
    to,
    replyTo: sender.contactEmail,
    unsubscribeUrl: null,
    date: clock.now(),
    ...renderMessage(message, { ...sender, siteUrl: publicUrl, recipientName: to.name }),
  })
}
