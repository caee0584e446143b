import type { Config } from './config.ts'
import type { openDatabase } from './database/index.ts'

type Where = Parameters<typeof openDatabase>[0]
type DatabaseConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseDirectUrl' | 'databaseReplica' | 'databaseConnections'>

/** Where the database of a configuration is, for `openDatabase`. */
export const databaseOf = ({ dataDir, databaseUrl, databaseDirectUrl, databaseReplica, databaseConnections }: DatabaseConfig): Where =>
  databaseUrl ? { databaseUrl, directUrl: databaseDirectUrl, replica: databaseReplica, connections: databaseConnections } : { dataDir }
