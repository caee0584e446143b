export { auditModule, type Audit, type AuditEntry, type AuditFilter, type AuditRecord } from './audit.ts'
export { describeChange } from './describe-change.ts'
