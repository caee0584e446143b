export { retentionModule, type PurgeBatch, type Retention } from './retention.ts'
export { retentionRules, type Basis, type RetentionRule } from './rules.ts'
