import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'

const others = { privacy: 'Kebijakan Privasi', refunds: 'Kebijakan Pengembalian Dana' }
const link = 'font-semibold underline underline-offset-2 hover:text-ink'

/** Below a button: pressing it accepts the terms. */
export const TermsNote = ({ act, also }: { act: string; also: keyof typeof others }) => (
  <p className="text-sm text-ink-3">
    Dengan {act}, kamu menyetujui{' '}
    <Link to={paths.terms()} className={link}>
      Syarat dan Ketentuan
    </Link>{' '}
    dan{' '}
    <Link to={paths[also]()} className={link}>
      {others[also]}
    </Link>
    .
  </p>
)
