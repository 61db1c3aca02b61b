import type { en } from '../en/index.ts'

/** How the app keeps itself current, and what it tells of its versions. */
export const updates: (typeof en)['updates'] = {
  title: 'Actualizaciones',
  version: (version) => `Versión ${version}`,
  releases: { stable: 'Versiones estables', preview: 'Versiones preliminares' },
  automatic: 'Buscar actualizaciones automáticamente',
  automaticWhat: {
    quit: 'Una vez al día. La versión nueva se descarga en segundo plano y se instala al salir, nunca mientras se está enviando algo.',
    restart:
      'Una vez al día. La versión nueva se descarga en segundo plano y se instala cuando usted presiona Reiniciar ahora.',
  },
  check: 'Buscar actualizaciones',
  restart: 'Reiniciar ahora',
  whatIsNew: (version) => `Novedades de la versión ${version}`,
  unchecked: 'Todavía no se ha buscado. La primera búsqueda se hace un minuto después de iniciar.',
  uncheckedManual: 'Todavía no se ha buscado.',
  checking: 'Buscando…',
  current: 'Tiene la versión más reciente.',
  checkedAt: (when) => `Última búsqueda: ${when}.`,
  downloading: (version) => `Se está descargando la versión ${version}.`,
  progress: 'Descarga de la versión nueva',
  ready: (version) => `La versión ${version} está lista.`,
  readyWhat: {
    quit: 'Se instala cuando salga de Funding Desk. No se pierde nada de lo que escribió.',
    restart: 'Para instalarla, presione Reiniciar ahora. No se pierde nada de lo que escribió.',
  },
  withdrawn: (running) => `Se retiró la versión ${running}, que es la que está usando.`,
  withdrawnWhat: (newest) =>
    `La versión más reciente que se ofrece es la ${newest}. Puede seguir trabajando; la versión corregida llegará sola. Si quiere volver ya a la ${newest}, pregunte a quien le dio Funding Desk: es posible que una versión anterior no abra lo que guardó una más nueva.`,
  impossible: {
    no_server:
      'Esta compilación no tiene servidor de actualizaciones. Las versiones nuevas las entrega quien le dio Funding Desk.',
    development: 'Esta es una compilación de desarrollo y no se actualiza sola.',
    system_package:
      'Funding Desk se instaló como paquete de su sistema y no se reemplaza a sí mismo. Instale el paquete nuevo cuando se lo entreguen.',
    not_installed:
      'Aquí Funding Desk se ejecuta desde una carpeta, no como aplicación instalada, y no se actualiza solo.',
  },
  unreachable: 'No se pudo contactar el servidor de actualizaciones.',
  unreachableWhat:
    'Funding Desk está bien. Verifique que esta computadora tenga conexión; se vuelve a intentar en menos de una hora.',
  notGenuine:
    'Lo que ofrece el servidor de actualizaciones no está firmado por los creadores de Funding Desk, así que se rechazó.',
  notGenuineWhat: 'No se instaló nada. Siga trabajando con esta versión y avise a quien le dio Funding Desk.',
  notReadable: 'El servidor de actualizaciones respondió algo que Funding Desk no entiende.',
  notReadableWhat: 'No se cambió nada. Si mañana sigue igual, avise a quien le dio Funding Desk.',
  notStored: 'No se pudo guardar la versión nueva en esta computadora.',
  notStoredWhat: 'Libere espacio en el disco y vuelva a buscar.',
  isSending: 'En este momento se está enviando algo al socio financiero.',
  restartLater: {
    quit: 'Espere a que llegue y después reinicie. O salga más tarde: la versión nueva se instala entonces.',
    restart: 'Espere a que llegue y después reinicie.',
  },
  noneReady: 'No hay ninguna versión nueva lista.',
  checkAgain: 'Vuelva a buscar actualizaciones.',
  readyToast: {
    quit: (version) => `La versión ${version} está lista. Se instala cuando salga.`,
    restart: (version) =>
      `La versión ${version} está lista. Para instalarla, presione Reiniciar ahora en Ajustes, Acerca de y actualizaciones.`,
  },
  notes: {
    updated: (version) => `Funding Desk se actualizó a la versión ${version}.`,
    rolledBack: (from) =>
      `Se está ejecutando una versión anterior: la última vez era la ${from}. Es posible que lo que guardó la ${from} no se abra aquí; vuelva a instalarla si falta algo.`,
    rolledBackFailed: (from) =>
      `Se está ejecutando una versión anterior. La versión ${from} nunca llegó a mostrar sus expedientes; quédese con esta y avise a quien le dio Funding Desk.`,
    didNotStart: (version) =>
      `La última vez que se inició la versión ${version}, no llegó a mostrar sus expedientes. Si vuelve a pasar, avise a quien le dio Funding Desk; en Ajustes, Acerca de y actualizaciones, hay un archivo de diagnóstico para esa persona.`,
    notInstalled: {
      quit: (version) =>
        `La versión ${version} no se pudo instalar al salir, por lo que se ejecuta la anterior. Se intentará de nuevo.`,
      restart: (version) =>
        `La versión ${version} no se pudo instalar, por lo que se ejecuta la anterior. Cuando esté lista de nuevo, vuelva a presionar Reiniciar ahora.`,
    },
  },
}
