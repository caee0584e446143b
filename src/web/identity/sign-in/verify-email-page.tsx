import { paths } from '#contract/kit/paths.ts'
import type { Api } from '#web/identity/api.ts'
import { PrivatePageLink } from '#web/identity/private-page-link.tsx'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import type { LinkOutcome } from './link-outcome.tsx'
import { MailedLinkPage, callWithSession, isUnreachable } from './mailed-link-page.tsx'

const verified: LinkOutcome = {
  is: 'done',
  text: 'Email terkonfirmasi. Terima kasih!',
  next: <PrivatePageLink to={paths.myCourses()}>Lanjut belajar</PrivatePageLink>,
}
const verifiedWithoutPassword = (resetToken: string): LinkOutcome => ({
  is: 'done',
  text: 'Email terkonfirmasi. Sekarang buat password.',
  more: 'Siapa pun bisa mendaftar dengan alamatmu, jadi password dan perangkat dari sebelumnya tidak berlaku lagi. Setelah password baru dibuat, akun ini hanya milikmu.',
  next: (
    <ButtonLink to={`${paths.resetPassword()}#token=${resetToken}`} className="justify-self-start">
      Buat password
    </ButtonLink>
  ),
})
const invalid: LinkOutcome = {
  is: 'rejected',
  text: 'Tautan ini sudah dipakai atau kedaluwarsa.',
  more: 'Kamu tetap bisa belajar. Tautan baru bisa diminta di pengaturan akun.',
  next: <PrivatePageLink to={paths.settings()}>Ke pengaturan</PrivatePageLink>,
}

/** A user who is signed in to the account keeps the password. */
async function verify(api: Api, token: string): Promise<LinkOutcome | null> {
  try {
    const { data } = await callWithSession(api, ({ account }) => account.verifyEmail({ token }))
    return data ? verifiedWithoutPassword(data.resetToken) : verified
  } catch (error) {
    if (isUnreachable(error)) throw error
    // The owner opened the link a second time: the address is already confirmed.
    const isDone = await api.authenticated.account.me().then(
      ({ data }) => data.emailVerified,
      () => false,
    )
    return isDone ? verified : null
  }
}

export const VerifyEmailPage = () => (
  <MailedLinkPage
    title="Konfirmasi email"
    lead="Supaya kami tahu alamat ini benar milikmu."
    invalid={invalid}
    open={verify}
  />
)
