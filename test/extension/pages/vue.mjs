// v-model on every kind of field; templates are compiled in the page.
import { createApp, reactive } from 'vue/dist/vue.esm-bundler.js';

const form = reactive({
  hosting: '',
  plan: '',
  lazy: '',
  encrypted: '',
  why: '',
  controls: [],
  level: '',
  regions: [],
  rpo: null,
  reviewed: false,
});
window.sent = 0;
window.state = () => JSON.parse(JSON.stringify(form));

createApp({
  setup: () => ({
    form,
    send: () => (window.sent += 1),
    controls: ['Firewalls', 'Intrusion detection', 'DDoS protection'],
    levels: ['Basic', 'Advanced'],
    regions: ['EU', 'US', 'APAC'],
  }),
  template: `
<form @submit.prevent="send"><h1>Hosting review</h1>
<section class="card"><h3>Who hosts the production systems?</h3><input v-model.trim="form.hosting" type="text" placeholder="Type your answer"></section>
<section class="card"><h3>Describe the disaster recovery plan</h3><textarea v-model="form.plan" rows="3" maxlength="300"></textarea></section>
<section class="card"><h3>Name the person who approves changes</h3><input v-model.lazy="form.lazy"></section>
<section class="card"><h3>Are backups encrypted?</h3><div><label v-for="o in ['Yes', 'No']" :key="o"><input type="radio" v-model="form.encrypted" :value="o"> {{ o }}</label></div><input v-model="form.why" placeholder="Add a comment"></section>
<section class="card"><h3>Which network controls are in place?</h3><label v-for="c in controls" :key="c"><input type="checkbox" v-model="form.controls" :value="c"> {{ c }}</label></section>
<section class="card"><h3>Which support level is offered?</h3><select v-model="form.level"><option value="" disabled>Select…</option><option v-for="l in levels" :key="l">{{ l }}</option></select></section>
<section class="card"><h3>In which regions is data kept?</h3><select v-model="form.regions" multiple><option v-for="r in regions" :key="r" :value="r">{{ r }}</option></select></section>
<section class="card"><h3>What is the recovery point objective in hours?</h3><input v-model.number="form.rpo" type="number" min="0" max="72"></section>
<section class="card"><label><input type="checkbox" v-model="form.reviewed"> The plan was reviewed this year</label></section>
<button>Save and continue</button></form>`,
}).mount('#app');
window.ready = true;
