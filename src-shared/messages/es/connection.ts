import type { en } from '../en/index.ts'

export const connection: (typeof en)['connection'] = {
  pollingInstead:
    'La aplicación consulta sus expedientes abiertos, así que los avisos de ofertas pueden tardar minutos.',
  noRelayNoPolling:
    'No hay ningún relay vinculado, y la aplicación no puede consultar solicitudes con este socio financiero.',
  notReported: 'Aquí no recibe avisos de ofertas ni de cambios de estado.',
  pairInSettings: 'Vincule un relay en Ajustes, en Avisos de ofertas.',
  notConnected: 'Este entorno aún no está conectado a un socio financiero.',
  enterCredentials: 'Ingrese las credenciales en Ajustes.',
  connecting: 'Conectando con el relay.',
  reportedOnceConnected:
    'Recibirá avisos de ofertas en cuanto se conecte el relay. Hasta entonces el relay guarda todas las notificaciones.',
  catchingUp: 'Cargando las novedades que llegaron mientras esta computadora estaba sin conexión.',
  reportedNow: 'Ahora recibe los avisos de las ofertas que llegaron entretanto.',
  connected: 'Conectado con el relay.',
  reportedImmediately: 'Recibe avisos de ofertas y cambios de estado de inmediato.',
  pollingRegularly:
    'No hay ningún relay vinculado. La aplicación consulta sus expedientes abiertos con regularidad.',
  reportedLate: 'Los avisos de ofertas tardan minutos; en expedientes antiguos, horas.',
  pairForInstantAlerts: 'Para recibir avisos al instante, vincule un relay en Ajustes, en Avisos de ofertas.',
  relayUnreachable: 'No se puede acceder al relay.',
  serviceUnreachable: 'No se puede acceder al socio financiero.',
  reportedOnceReached: 'Recibirá avisos de ofertas cuando se pueda acceder de nuevo.',
  checkNetwork: 'Revise su red.',
  refused: 'El relay no acepta esta computadora.',
  offersNotReported: 'Aquí no recibe avisos de ofertas.',
  neitherReached:
    'Tampoco se puede acceder al socio financiero, así que los avisos de ofertas se demoran. Hasta entonces el relay guarda todas las notificaciones.',
  reportedOnceReachedKept:
    'Recibirá avisos de ofertas cuando se pueda acceder de nuevo. Hasta entonces el relay guarda todas las notificaciones.',
  pollingIfLong:
    'Recibirá avisos de ofertas cuando se pueda acceder de nuevo. Si eso tarda, la aplicación consulta al socio financiero. Hasta entonces el relay guarda todas las notificaciones.',
}
