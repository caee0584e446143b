import { readDue, readLastCallback } from '#server/commerce/index.ts'
import { countFailedMails, readWaiting } from '#server/platform/mail/index.ts'
import { both, duration, joined, same, type Text } from './wording.ts'
import { levelOf, withAdvice, withinSeconds, type Check, type Finding, type SystemDeps } from './check.ts'

// Mail and payments: what this installation needs of others.

const minuteS = 60
/** An admin waits for the page. */
const answerSeconds = 5

export const outsideChecks: readonly Check[] = [
  { name: 'mail', label: both('Email', 'Mail'), find: findMail },
  {
    name: 'payments-due',
    label: both('Pembayaran yang harus diperiksa', 'Payments to be looked up'),
    async find(deps) {
      const { paymentsDue, oldestPaymentSeconds } = await readDue(deps)
      const oldest = duration(oldestPaymentSeconds * 1000)
      const value =
        paymentsDue === 0
          ? both('tidak ada yang tertunda', 'none is late')
          : joined(`${paymentsDue}, `, both('terlama ', 'the oldest for '), oldest)
      return withAdvice(
        { level: levelOf(oldestPaymentSeconds, 5 * minuteS, 30 * minuteS), value },
        both(
          'Status pembayaran terlambat dibaca: cari "periodic work failed" di log.',
          'Statuses of payments are read late: look for "periodic work failed" in the log.',
        ),
      )
    },
  },
  { name: 'whatsapp', label: both('WhatsApp', 'WhatsApp'), find: findWhatsApp },
  { name: 'oidc', label: both('Login organisasi', 'Sign-in of the organisation'), find: findOidc },
  { name: 'provider', label: both('Penyedia pembayaran', 'Payment provider'), find: findProvider },
]

async function findMail(deps: SystemDeps): Promise<Finding> {
  const { sendsMail, isPublic } = deps.installation
  const [{ mailsWaiting, oldestMailSeconds }, failed] = [await readWaiting(deps), await countFailedMails(deps)]
  const counts = both(
    `${mailsWaiting} menunggu, ${failed} gagal dalam 7 hari`,
    `${mailsWaiting} waiting, ${failed} given up within 7 days`,
  )
  const value = sendsMail ? counts : joined(counts, both(', disimpan di folder outbox', ', kept in the folder outbox'))
  if (!sendsMail)
    return {
      level: isPublic ? 'problem' : 'warning',
      value,
      advice: both(
        'Email tidak sampai ke pengguna: isi SMTP_URL dengan server email.',
        'Mails do not reach anybody: set SMTP_URL to a mail server.',
      ),
    }
  const refusal = await reasonOf(deps.checkMail)
  if (refusal !== null)
    return {
      level: 'problem',
      value: joined(value, both('; server email tidak bisa dipakai: ', '; the mail server cannot be used: '), refusal),
      advice: both(
        'Periksa SMTP_URL; email yang menunggu dikirim begitu servernya bisa dipakai.',
        'Look at SMTP_URL; what waits is sent as soon as the server can be used.',
      ),
    }
  const level = levelOf(oldestMailSeconds, 10 * minuteS, 60 * minuteS)
  return withAdvice(
    { level: level === 'ok' && failed > 0 ? 'warning' : level, value },
    both(
      'Periksa SMTP_URL dan alasan kegagalan di /admin/mails, lalu kirim ulang.',
      'Look at SMTP_URL and at the reasons at /admin/mails, then send again.',
    ),
  )
}

const modes: Record<'simulated' | 'sandbox' | 'production', Text> = {
  simulated: both('simulasi bawaan, tanpa uang sungguhan', 'built-in sandbox, no real money'),
  sandbox: both('Midtrans sandbox, tanpa uang sungguhan', 'Midtrans sandbox, no real money'),
  production: both('Midtrans, uang sungguhan', 'Midtrans, real money'),
}

async function findProvider(deps: SystemDeps): Promise<Finding> {
  const { mode, baseUrl } = deps.installation.payment
  const last = await readLastCallback(deps)
  const age = last && duration(deps.clock.now().getTime() - last.getTime())
  const value = joined(
    modes[mode],
    both('; notifikasi terakhir ', '; last notification '),
    age ? joined(age, both(' lalu', ' ago')) : both('belum pernah', 'never'),
  )
  const keys = { answer: 'accepted' as 'accepted' | 'rejected' }
  const refusal = await reasonOf(
    deps.checkPayments && (async () => void (keys.answer = (await deps.checkPayments?.()) ?? 'accepted')),
  )
  if (refusal !== null)
    return {
      level: 'problem',
      value: joined(value, both('; tidak terjangkau: ', '; cannot be reached: '), refusal),
      advice: both(
        `Server ini tidak bisa membuka ${baseUrl}: periksa jaringan dan firewall.`,
        `This server cannot open ${baseUrl}: look at the network and the firewall.`,
      ),
    }
  if (keys.answer === 'rejected')
    return {
      level: 'problem',
      value: joined(value, both('; kunci ditolak', '; the keys are rejected')),
      advice: both(
        'Tidak ada yang bisa membayar: periksa MIDTRANS_SERVER_KEY dan MIDTRANS_ENVIRONMENT.',
        'Nobody can pay: look at MIDTRANS_SERVER_KEY and MIDTRANS_ENVIRONMENT.',
      ),
    }
  if (mode !== 'production')
    return {
      level: 'warning',
      value,
      advice: both(
        'Pembeli tidak membayar sungguhan: isi kunci Midtrans dan MIDTRANS_ENVIRONMENT=production.',
        'Nobody pays real money: set the keys of Midtrans and MIDTRANS_ENVIRONMENT=production.',
      ),
    }
  return { level: 'ok', value }
}

async function findOidc({ oidc }: SystemDeps): Promise<Finding> {
  if (!oidc) return { level: 'ok', value: both('tidak dipakai', 'not used') }
  const { label, issuer } = oidc.settings
  const refusal = await reasonOf(oidc.check)
  if (refusal === null) return { level: 'ok', value: same(`${label}, ${issuer}`) }
  return {
    level: 'problem',
    value: joined(same(`${label}, ${issuer}`), both('; tidak bisa dipakai: ', '; cannot be used: '), refusal),
    advice: both(
      'Tidak ada yang bisa masuk dengan akun organisasi: periksa OIDC_ISSUER dan jaringan.',
      'Nobody can sign in with the account of the organisation: look at OIDC_ISSUER and the network.',
    ),
  }
}

async function findWhatsApp({ whatsApp, installation }: SystemDeps): Promise<Finding> {
  const { checkKeys, isSandbox, verifyToken, isEnabled, readFailures } = whatsApp
  const isOn = await isEnabled()
  // Keys that were entered are tried before anybody waits for a message.
  if (!isOn && (isSandbox || !checkKeys)) return { level: 'ok', value: both('tidak dipakai', 'not used') }
  if (isSandbox) {
    return {
      level: 'warning',
      value: both('simulasi bawaan di /sandbox/whatsapp/', 'built-in sandbox at /sandbox/whatsapp/'),
      advice: both(
        'Pesan tidak sampai ke ponsel: isi WHATSAPP_PHONE_NUMBER_ID, WHATSAPP_TOKEN, dan WHATSAPP_APP_SECRET.',
        'Messages reach no phone: set WHATSAPP_PHONE_NUMBER_ID, WHATSAPP_TOKEN and WHATSAPP_APP_SECRET.',
      ),
    }
  }
  if (!checkKeys) {
    return {
      level: 'problem',
      value: both('aktif tanpa kunci', 'switched on without keys'),
      advice: both(
        'Isi WHATSAPP_PHONE_NUMBER_ID, WHATSAPP_TOKEN, dan WHATSAPP_APP_SECRET, atau matikan WhatsApp di /admin/settings.',
        'Set WHATSAPP_PHONE_NUMBER_ID, WHATSAPP_TOKEN and WHATSAPP_APP_SECRET, or switch WhatsApp off at /admin/settings.',
      ),
    }
  }
  const { failed, lastError } = await readFailures()
  const webhook = `${installation.publicUrl}/api/whatsapp/webhook, verify token ${verifyToken}`
  const value = joined(
    isOn ? '' : both('belum diaktifkan; ', 'not switched on; '),
    both(`${failed} gagal dalam 24 jam; webhook `, `${failed} given up within 24 hours; webhook `),
    same(webhook),
  )
  const keys = { answer: 'accepted' as 'accepted' | 'rejected' }
  const refusal = await reasonOf(async () => void (keys.answer = await checkKeys()))
  if (refusal !== null) {
    return {
      level: 'problem',
      value: joined(value, both('; Meta tidak terjangkau: ', '; Meta cannot be reached: '), refusal),
      advice: both('Periksa jaringan dan WHATSAPP_API_BASE.', 'Look at the network and at WHATSAPP_API_BASE.'),
    }
  }
  if (keys.answer === 'rejected') {
    return {
      level: 'problem',
      value: joined(value, both('; kunci ditolak', '; the keys are rejected')),
      advice: both(
        'Periksa WHATSAPP_TOKEN dan WHATSAPP_PHONE_NUMBER_ID: tokennya mungkin kedaluwarsa.',
        'Look at WHATSAPP_TOKEN and WHATSAPP_PHONE_NUMBER_ID: the token may have expired.',
      ),
    }
  }
  const level = failed > 0 ? 'warning' : 'ok'
  return withAdvice(
    { level, value },
    joined(
      both('Yang gagal dikirim lewat email. Alasan terakhir: ', 'What failed was mailed. The last reason: '),
      same(lastError ?? '–'),
      both(
        '. Periksa nama template dan batas di /admin/settings.',
        '. Look at the names of templates and the limits at /admin/settings.',
      ),
    ),
  )
}

/** Why it fails, in the words of the other side; null when it succeeds, or when there is nothing to ask. */
async function reasonOf(ask: (() => Promise<unknown>) | null): Promise<Text | null> {
  if (!ask) return null
  try {
    await withinSeconds(answerSeconds, ask(), () => new Error(`no answer within ${answerSeconds} s`))
    return null
  } catch (error) {
    return same(error instanceof Error ? error.message.replaceAll(/\s+/g, ' ').slice(0, 200) : String(error))
  }
}
