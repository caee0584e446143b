import type { Config } from './config/config.ts'
import type { Installation } from '#server/site/system/index.ts'

/** The configuration as the system page and the doctor command show it. */
export function describeInstallation(
  config: Pick<
    Config,
    'publicUrl' | 'isPublic' | 'runsDemo' | 'dataDir' | 'trustedProxyHops' | 'mail' | 'payment' | 'backup' | 'settings'
  >,
  version: string,
): Installation {
  const { publicUrl, isPublic, runsDemo, dataDir, trustedProxyHops, mail, payment, backup, settings } = config
  return {
    version,
    publicUrl,
    isPublic,
    isDemo: runsDemo,
    dataDir,
    trustedProxyHops,
    sendsMail: mail.smtpUrl !== null,
    payment:
      payment.provider === 'midtrans'
        ? { mode: payment.environment, baseUrl: payment.coreBase }
        : { mode: 'simulated', baseUrl: null },
    backup: { everyMs: backup.everyMs, folder: backup.bucket === null ? backup.folder : null },
    settings,
  }
}
