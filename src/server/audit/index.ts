export { createAudit, type Audit, type AuditEntry, type AuditFilter, type AuditRecord } from './audit.ts'
