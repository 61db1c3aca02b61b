import type { en } from '../en/index.ts'

export const connection: (typeof en)['connection'] = {
  pollingInstead:
    'En su lugar se pregunta al servicio por sus expedientes abiertos, así que las ofertas pueden avisarse con minutos de retraso.',
  noRelayNoPolling:
    'No hay ningún relay vinculado, y este servicio no nos deja preguntar por las solicitudes.',
  notReported: 'Las ofertas y los cambios de estado no se avisan aquí.',
  pairInSettings: 'Vincule un relay en Ajustes, en Avisos de ofertas.',
  notConnected: 'Este entorno aún no está conectado a un servicio.',
  enterCredentials: 'Ingrese las credenciales en Ajustes.',
  connecting: 'Conectando con el relay.',
  reportedOnceConnected:
    'Las ofertas se avisan en cuanto haya conexión. No se pierde nada: el relay guarda lo que llega.',
  catchingUp: 'Leyendo lo que llegó mientras esta computadora no estaba.',
  reportedNow: 'Las ofertas que llegaron entretanto se avisan ahora.',
  connected: 'Conectado con el relay.',
  reportedImmediately: 'Las ofertas y los cambios de estado se avisan al instante.',
  pollingRegularly:
    'No hay ningún relay vinculado. Se pregunta al servicio una y otra vez por sus expedientes abiertos.',
  reportedLate: 'Las ofertas se avisan con minutos de retraso; en expedientes antiguos, con horas.',
  pairForInstantAlerts: 'Para recibir avisos al instante, vincule un relay en Ajustes, en Avisos de ofertas.',
  relayUnreachable: 'No se puede acceder al relay.',
  serviceUnreachable: 'No se puede acceder al servicio.',
  reportedOnceReached: 'Las ofertas se avisan cuando se pueda acceder de nuevo.',
  checkNetwork: 'Revise su red.',
  refused: 'El relay no acepta esta computadora.',
  offersNotReported: 'Las ofertas no se avisan aquí.',
  neitherReached:
    'Tampoco se puede acceder al servicio, así que las ofertas se avisan después. No se pierde nada: el relay guarda lo que llega.',
  reportedOnceReachedKept:
    'Las ofertas se avisan cuando se pueda acceder de nuevo. No se pierde nada: el relay guarda lo que llega.',
  pollingIfLong:
    'Las ofertas se avisan cuando se pueda acceder de nuevo; si eso tarda, se pregunta al servicio. No se pierde nada: el relay guarda lo que llega.',
}
