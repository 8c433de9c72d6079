// Mounts the app and blocks drops on the page.
import './shell/page/load-font.ts'
import '@fontsource-variable/inter'
import { mount } from 'svelte'
import App from './App.svelte'
import './app.css'
import './controls.css'
import './tables.css'
import './utilities.css'
import { viewParts } from './shell/parts.ts'
import { refuseDrops } from './shell/page/refuse-drops.ts'
import { trustEmptyText } from './shell/page/trusted-types.ts'

// Most starts show the markets, whose code is already loaded.
void viewParts.markets.load()
trustEmptyText(window)
refuseDrops(window)
const target = document.getElementById('app')
if (target === null) throw new Error('index.html has no #app')
mount(App, { target })
