import { messages } from '../../../src-shared/messages/messages.ts'
import { useDemo } from '../../stores/demo-store.ts'
import { useEnvironment } from '../../stores/environment-store.ts'
import classes from './shell.module.css'

/** Names the environment, so that a broker never mistakes sandbox for production. */
export function EnvironmentBadge() {
  const isDemo = useDemo((state) => state.value.running)
  const environment = useEnvironment((state) => state.value?.environment.environment)
  if (environment === undefined) return null
  const text = messages().shell
  const { badge, meaning } = messages().setup.demo
  if (isDemo)
    return (
      <div className={`${classes.environment} ${classes.demoBadge}`} data-environment="demo">
        {badge}
        <small>{meaning}</small>
      </div>
    )
  const isSandbox = environment === 'sandbox'
  return (
    <div
      className={`${classes.environment} ${isSandbox ? classes.sandbox : classes.production}`}
      data-environment={environment}
    >
      {isSandbox ? text.sandbox : text.production}
      <small>{isSandbox ? text.sandboxMeaning : text.productionMeaning}</small>
    </div>
  )
}
