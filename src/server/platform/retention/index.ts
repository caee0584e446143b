export { retentionModule, type PurgeBatch } from './retention.ts'
export { retentionRules, type Basis, type PurgeName, type RetentionRule } from './rules.ts'
