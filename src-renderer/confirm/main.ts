// Mounts the confirmation page.
import '@fontsource-variable/inter'
import { mount } from 'svelte'
import '../app.css'
import '../controls.css'
import '../utilities.css'
import { setFigureLocale } from '../text/format/current-locale.svelte.ts'
import { refuseDrops } from '../shell/page/refuse-drops.ts'
import { trustEmptyText } from '../shell/page/trusted-types.ts'
import ConfirmPage from './ConfirmPage.svelte'

const target = document.getElementById('app')
if (target === null) throw new Error('index.html has no #app')
trustEmptyText(window)
refuseDrops(window)
// The system's locale, which the main window cannot change.
setFigureLocale(location.hash.slice(1) || undefined)
mount(ConfirmPage, { target })
