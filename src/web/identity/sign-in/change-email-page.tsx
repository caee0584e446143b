import { failureCode } from '#contract/client.ts'
import { paths } from '#contract/kit/paths.ts'
import type { Api } from '#web/identity/api.ts'
import { PrivatePageLink } from '#web/identity/private-page-link.tsx'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import type { LinkOutcome } from './link-outcome.tsx'
import { MailedLinkPage, callWithSession, isUnreachable } from './mailed-link-page.tsx'

const toSettings = <PrivatePageLink to={paths.settings()}>Ke pengaturan</PrivatePageLink>
const changed: LinkOutcome = {
  is: 'done',
  text: 'Alamat email diganti. Mulai sekarang, masuk dengan alamat ini.',
  next: toSettings,
}
const changedWithoutPassword = (resetToken: string): LinkOutcome => ({
  is: 'done',
  text: 'Alamat email diganti. Sekarang buat password.',
  more: 'Password dan perangkat dari sebelumnya tidak berlaku lagi.',
  next: (
    <ButtonLink to={`${paths.resetPassword()}#token=${resetToken}`} className="justify-self-start">
      Buat password
    </ButtonLink>
  ),
})
const signInFirst: LinkOutcome = {
  is: 'rejected',
  text: 'Masuk dulu ke akun yang alamatnya mau diganti, lalu buka lagi tautan ini dari emailmu.',
  next: <PrivatePageLink to={paths.settings()}>Masuk</PrivatePageLink>,
}
const rejected = (text: string): LinkOutcome => ({
  is: 'rejected',
  text,
  more: 'Alamat lama tetap berlaku. Tautan baru bisa diminta di pengaturan akun.',
  next: toSettings,
})

async function confirm(api: Api, token: string): Promise<LinkOutcome | null> {
  try {
    const { data } = await callWithSession(api, ({ account }) => account.confirmEmailChange({ token }))
    return data ? changedWithoutPassword(data.resetToken) : changed
  } catch (error) {
    if (isUnreachable(error)) throw error
    if (failureCode(error) === 'SIGN_IN_FIRST') return signInFirst
    return failureCode(error) === 'ADDRESS_TAKEN' ? rejected('Alamat ini sudah dipakai akun lain.') : null
  }
}

/** The target of the mailed confirmation link: opening it changes the address of the account. */
export const ChangeEmailPage = () => (
  <MailedLinkPage
    title="Ganti email"
    lead="Alamat baru berlaku setelah kami tahu bahwa itu milikmu."
    invalid={rejected('Tautan ini sudah dipakai atau kedaluwarsa.')}
    open={confirm}
  />
)
