export { retentionModule, type PurgeBatch, type Retention } from './retention.ts'
export { retentionRules, type Basis, type PurgeName, type RetentionRule } from './rules.ts'
