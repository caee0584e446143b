export { auditModule, type Audit, type AuditEntry } from './audit.ts'
export { describeChange } from './describe-change.ts'
