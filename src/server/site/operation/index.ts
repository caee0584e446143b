export { operationModule, type OperationModule } from './operation.ts'
export { operationRoutes } from './routes.ts'
