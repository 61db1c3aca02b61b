import type * as en from './texts.en.ts'

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
    `La versión más reciente disponible es la ${newest}. Puede seguir trabajando. La versión corregida se instala automáticamente. Para volver ya a la ${newest}, pregunte a su proveedor de Funding Desk: es posible que una versión anterior no abra lo que guardó una más nueva.`,
  impossible: {
    no_server:
      'Esta compilación no tiene servidor de actualizaciones. Pida las versiones nuevas a su proveedor de Funding Desk.',
    development: 'Esta es una compilación de desarrollo. No se actualiza automáticamente.',
    system_package:
      'Funding Desk se instaló como paquete del sistema y no se actualiza solo. Instale el paquete nuevo cuando lo reciba.',
    not_installed:
      'Funding Desk se ejecuta desde una carpeta y no está instalado, así que no se actualiza solo.',
  },
  unreachable: 'No se pudo contactar el servidor de actualizaciones.',
  unreachableWhat:
    'Funding Desk está bien. Verifique que esta computadora tenga conexión; se vuelve a intentar en menos de una hora.',
  notGenuine: 'La actualización no está firmada por los creadores de Funding Desk, así que se rechazó.',
  notGenuineWhat: 'No se instaló nada. Siga usando esta versión y contacte a su proveedor de Funding Desk.',
  notReadable: 'El servidor de actualizaciones envió una respuesta que Funding Desk no entiende.',
  notReadableWhat: 'No se cambió nada. Si mañana sigue igual, contacte a su proveedor de Funding Desk.',
  notStored: 'No se pudo guardar la versión nueva en esta computadora.',
  notStoredWhat: 'Libere espacio en el disco y vuelva a buscar.',
  isSending: 'Funding Desk está enviando algo al socio financiero en este momento.',
  restartLater: {
    quit: 'Espere a que se reciba y después reinicie. O salga más tarde para instalar la versión nueva.',
    restart: 'Espere a que se reciba y después reinicie.',
  },
  noneReady: 'No hay ninguna versión nueva lista.',
  checkAgain: 'Vuelva a buscar actualizaciones.',
  readyToast: {
    quit: (version) => `La versión ${version} está lista. Se instala cuando salga.`,
    restart: (version) =>
      `La versión ${version} está lista. Para instalarla, presione Reiniciar ahora en Ajustes, Información y actualizaciones.`,
  },
  notes: {
    updated: (version) => `Funding Desk se actualizó a la versión ${version}.`,
    rolledBack: (from) =>
      `Está usando una versión anterior a la última vez (${from}). Es posible que los datos guardados por la ${from} no se abran aquí. Vuelva a instalar la ${from} si falta algo.`,
    rolledBackFailed: (from) =>
      `Está usando una versión anterior. La versión ${from} nunca abrió sus expedientes. Conserve esta versión y contacte a su proveedor de Funding Desk.`,
    didNotStart: (version) =>
      `La última vez que se inició, la versión ${version} no abrió sus expedientes. Si vuelve a pasar, contacte a su proveedor de Funding Desk y envíe el archivo de diagnóstico de Ajustes, Información y actualizaciones.`,
    notInstalled: {
      quit: (version) =>
        `La versión ${version} no se pudo instalar al salir, por lo que se ejecuta la anterior. Se intentará de nuevo.`,
      restart: (version) =>
        `La versión ${version} no se pudo instalar, por lo que se ejecuta la anterior. Cuando esté lista de nuevo, vuelva a presionar Reiniciar ahora.`,
    },
  },
}

export const crashes: (typeof en)['crashes'] = {
  noAnswer: 'Funding Desk ya está abierto, pero no responde.',
  closeElsewhere:
    'Puede estar abierto en otra sesión, por ejemplo en un escritorio remoto o tras un cambio de usuario. Ciérrelo allí. Si no, reinicie esta computadora. Sus datos guardados se conservan.',
  appFailed: 'Algo falló en Funding Desk.',
  pageHangs: 'Esta ventana no responde.',
  pageHangsText: 'Puede que esté ocupada y se recupere. Sus cambios se conservan, aunque la abra de nuevo.',
  wait: 'Esperar',
  pageEndsAgain: 'Esta ventana falla una y otra vez.',
  savedIsKept:
    'Sus cambios se conservan. Si vuelve a ocurrir, reinicie la computadora o busque una versión más reciente.',
  restartNow: 'Reiniciar Funding Desk',
  later: 'Más tarde',
  openAgain: 'Abrir de nuevo',
  closeWindow: 'Cerrar la ventana',
  reopened: 'Esta ventana se detuvo y se abrió de nuevo.',
  reopenedText: 'Sus cambios se conservan.',
  switched: 'Esta ventana se recargó.',
  switchedText:
    'Otra ventana cambió a otro entorno, entró en la demostración o salió de ella, o restauró una copia de seguridad.',
  switchedUnsaved: 'Sus últimos cambios sin guardar aquí se perdieron.',
}
