/** `read-only`: only admins change anything. `maintenance`: only admins see anything. Payment notifications are stored in every mode. */
export const siteModes = ['normal', 'read-only', 'maintenance'] as const
export type SiteMode = (typeof siteModes)[number]

export const logLevels = ['error', 'warn', 'info', 'debug'] as const

/** How the running installation serves, without a restart: open to visitors, and how much it logs. */
export type Operation = {
  mode: SiteMode
  /** Shown to visitors meanwhile; null: a sentence of the product. */
  message: string | null
  /** Null: as the setting LOG_LEVEL says. */
  logLevel: (typeof logLevels)[number] | null
}
