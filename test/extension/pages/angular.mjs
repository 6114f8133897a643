// Reactive forms and template forms, compiled in the page.
import '@angular/compiler';
import { Component, provideZonelessChangeDetection } from '@angular/core';
import { FormControl, FormGroup, FormsModule, ReactiveFormsModule } from '@angular/forms';
import { bootstrapApplication } from '@angular/platform-browser';

window.sent = 0;
class App {
  form = new FormGroup({
    owner: new FormControl('', { updateOn: 'blur' }),
    policy: new FormControl(''),
    approved: new FormControl(''),
    cycle: new FormControl(''),
    staff: new FormControl(null),
    audited: new FormControl(''),
    training: new FormControl(false),
  });
  model = { exit: '', note: '', scope: [] };
  scopes = ['Product', 'Corporate IT', 'Suppliers'];
  constructor() {
    window.state = () => JSON.parse(JSON.stringify({ ...this.form.value, ...this.model }));
    window.ready = true;
  }
  send() {
    window.sent += 1;
  }
}
const Root = Component({
  selector: 'app-root',
  imports: [ReactiveFormsModule, FormsModule],
  template: `
<h1>Programme review</h1>
<form [formGroup]="form" (ngSubmit)="send()">
  <div class="mat-field"><label for="owner">Who owns the security programme?</label><input id="owner" formControlName="owner"></div>
  <div class="mat-field"><label for="policy">Summarise the acceptable use policy</label><textarea id="policy" formControlName="policy"></textarea></div>
  <fieldset><legend>Was the policy approved this year?</legend><label><input type="radio" formControlName="approved" value="yes">Yes</label><label><input type="radio" formControlName="approved" value="no">No</label></fieldset>
  <div class="mat-field"><label for="cycle">How often is it reviewed?</label><select id="cycle" formControlName="cycle"><option value="">Select one</option><option value="y">Yearly</option><option value="2y">Every two years</option></select></div>
  <div class="mat-field"><label for="staff">How many people work on security?</label><input id="staff" type="number" formControlName="staff"></div>
  <div class="mat-field"><label for="audited">When was it last audited?</label><input id="audited" type="date" formControlName="audited"></div>
  <label><input type="checkbox" formControlName="training"> New staff are trained in their first month</label>
  <button type="submit">Submit</button>
</form>
<form #second="ngForm">
  <p><label for="exit">How is data returned at the end of the contract?</label> <input id="exit" name="exit" [(ngModel)]="model.exit"></p>
  <p><label for="scope">What does the certificate cover?</label> <select id="scope" name="scope" multiple [(ngModel)]="model.scope">@for (s of scopes; track s) {<option [value]="s">{{ s }}</option>}</select></p>
  <p><label for="note">Anything else we should know?</label> <textarea id="note" name="note" [(ngModel)]="model.note"></textarea></p>
</form>`,
})(App);
await bootstrapApplication(Root ?? App, { providers: [provideZonelessChangeDetection()] });
