import { Link } from 'react-router'
import { paths } from '#contract/kit/paths.ts'

const link = 'font-semibold underline underline-offset-2 hover:text-ink'

/** Near a button that creates an account: pressing it accepts the terms. */
export const TermsNote = ({ act }: { act: string }) => (
  <p className="text-sm text-ink-3">
    Dengan {act}, kamu menyetujui{' '}
    <Link to={paths.terms()} className={link}>
      Syarat dan Ketentuan
    </Link>{' '}
    dan{' '}
    <Link to={paths.privacy()} className={link}>
      Kebijakan Privasi
    </Link>
    .
  </p>
)
