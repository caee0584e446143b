export { operationModule, type OperationModule } from './operation.ts'
export { operationDomain } from './domain.ts'
