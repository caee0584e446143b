/** An invalid setting. The message is for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
