export { retentionModule, type PurgeBatch } from './retention.ts'
export { purgeNames, retentionRules, type Basis, type PurgeName, type RetentionRule } from './rules.ts'
