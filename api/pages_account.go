package api

import (
	"encoding/json"
	"net/http"
	"time"

	"berth/platform"
	"berth/platform/identity"
)

// account is the data of the page on which somebody looks after their account.
type account struct {
	identity.User
	HasPassword bool
	Mails       bool
	Proven      bool
	Sessions    []identity.Session
	Current     platform.SessionID
	Workspaces  []identity.Workspace
	HasPasskeys bool // people can sign in with them here
	Passkeys    []identity.Passkey
	Done        string // a sentence, "" = nothing was done
	Failure     *platform.Error
}

func done(what string) string {
	return map[string]string{
		"name": "Your name is changed.", "email": "Your e-mail address is changed.", "password": "Your password is set. Your other sessions have ended.",
		"sent": "A link is on its way to you.", "proven": "Your e-mail address is proven.", "ended": "The session has ended.",
		"passkey": "Your passkey is added: sign in with it from now on.", "removed": "The passkey is removed.",
	}[what]
}

func (a *API) getAccount(w http.ResponseWriter, r *http.Request) {
	by, ok := a.mustSignIn(w, r)
	if !ok {
		return
	}
	a.showAccount(w, r, by, http.StatusOK, nil)
}

func (a *API) showAccount(w http.ResponseWriter, r *http.Request, by platform.Actor, status int, failure *platform.Error) {
	user, workspaces, err := a.Identity.Me(r.Context(), by.Principal)
	if err != nil {
		a.refuse(w, r, err)
		return
	}
	sessions, err := a.Identity.Sessions(r.Context(), by.Principal)
	if err != nil {
		a.refuse(w, r, err)
		return
	}
	var keys []identity.Passkey
	if a.Identity.HasPasskeys() {
		if keys, err = a.Identity.MyPasskeys(r.Context(), by.Principal); err != nil {
			a.refuse(w, r, err)
			return
		}
	}
	a.page(w, r, status, "account.html", account{HasPasskeys: a.Identity.HasPasskeys(), Passkeys: keys, User: user, HasPassword: user.PasswordHash != "", Mails: a.Identity.Mails(),
		Proven: !user.EmailVerifiedAt.IsZero(), Sessions: sessions, Current: by.Session, Workspaces: workspaces, Failure: failure, Done: done(r.URL.Query().Get("done"))})
}

// failAccount shows the page again, with what went wrong.
func (a *API) failAccount(w http.ResponseWriter, r *http.Request, by platform.Actor, err error) {
	status, said := a.failure(w, r, err)
	a.showAccount(w, r, by, status, said)
}

// postAccount carries out the button that was pressed.
func (a *API) postAccount(w http.ResponseWriter, r *http.Request) {
	if err := a.Site.ReadForm(w, r); err != nil {
		a.refuse(w, r, err)
		return
	}
	by, ok := a.mustSignIn(w, r)
	if !ok {
		return
	}
	did, err := a.changeAccount(r, by)
	switch {
	case err != nil:
		a.failAccount(w, r, by, err)
	case did == "deleted":
		cookie := a.cookies.clear()
		http.SetCookie(w, &cookie)
		a.page(w, r, http.StatusOK, "account_left.html", nil)
	default:
		http.Redirect(w, r, accountPage+"?done="+did, http.StatusSeeOther)
	}
}

func (a *API) changeAccount(r *http.Request, by platform.Actor) (did string, err error) {
	if err := take(a.Budgets.Write, by); err != nil {
		return "", err
	}
	ctx, f := r.Context(), r.PostForm
	field := func(name string) *string { v := f.Get(name); return &v }
	switch f.Get("do") {
	case "name":
		_, err = a.Identity.UpdateMe(ctx, by, identity.ProfileChange{Name: field("name")})
		return "name", err
	case "email":
		_, err = a.Identity.UpdateMe(ctx, by, identity.ProfileChange{Email: field("email"), CurrentPassword: f.Get("currentPassword")})
		return "email", err
	case "password":
		_, err = a.Identity.UpdateMe(ctx, by, identity.ProfileChange{Password: field("password"), CurrentPassword: f.Get("currentPassword")})
		return "password", err
	case "verify":
		return "sent", a.Identity.SendVerification(ctx, by)
	case "end":
		return "ended", a.Identity.RevokeSession(ctx, by, platform.SessionID(f.Get("session")))
	case "unkey":
		return "removed", a.Identity.RemovePasskey(ctx, by, platform.PasskeyID(f.Get("passkey")))
	case "delete":
		return "deleted", a.Identity.DeleteMe(ctx, by, f.Get("password"))
	}
	return "", platform.Errorf(platform.CodeBadRequest, "Press one of the page's buttons.")
}

// exported is what somebody takes along, as JSON.
type exported struct {
	ExportedAt   time.Time             `json:"exportedAt"`
	User         exportedUser          `json:"user"`
	Workspaces   []workspaceBody       `json:"workspaces"`
	Rows         []exportedRow         `json:"rows"`
	Tasks        []platform.Task       `json:"tasks"`
	Appointments []exportedAppointment `json:"appointments"`
}

type exportedUser struct {
	userBody
	CreatedAt       time.Time  `json:"createdAt"`
	EmailVerifiedAt *time.Time `json:"emailVerifiedAt"`
}

type exportedRow struct {
	App       string          `json:"app"`
	Table     string          `json:"table"`
	ID        platform.RowID  `json:"id"`
	Values    json.RawMessage `json:"values"`
	CreatedAt time.Time       `json:"createdAt"`
	UpdatedAt time.Time       `json:"updatedAt"`
}

type exportedAppointment struct {
	ID           string    `json:"id"`
	Doctor       string    `json:"doctor"`
	StartsAt     time.Time `json:"startsAt"`
	PatientName  string    `json:"patientName"`
	PatientPhone string    `json:"patientPhone"`
}

func exportOf(d identity.PersonalData, now time.Time) exported {
	e := exported{ExportedAt: now.UTC(), User: exportedUser{userBody: userOf(d.User), CreatedAt: d.User.CreatedAt, EmailVerifiedAt: timeOrNull(d.User.EmailVerifiedAt)},
		Workspaces: []workspaceBody{}, Rows: []exportedRow{}, Tasks: d.Tasks, Appointments: []exportedAppointment{}}
	for _, w := range d.Workspaces {
		e.Workspaces = append(e.Workspaces, workspaceOf(w))
	}
	for _, r := range d.Rows {
		e.Rows = append(e.Rows, exportedRow{App: r.App, Table: r.Table, ID: r.ID, Values: r.Values, CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt})
	}
	for _, p := range d.Appointments {
		e.Appointments = append(e.Appointments, exportedAppointment{ID: p.ID, Doctor: p.Doctor, StartsAt: p.StartsAt, PatientName: p.Patient.Name, PatientPhone: p.Patient.Phone})
	}
	return e
}

// getExport sends what is the person's as a file.
func (a *API) getExport(w http.ResponseWriter, r *http.Request) {
	by, ok := a.mustSignIn(w, r)
	if !ok {
		return
	}
	if err := take(a.Budgets.Costly, by); err != nil {
		a.refuse(w, r, err)
		return
	}
	d, err := a.Identity.MyData(r.Context(), by.Principal)
	if err != nil {
		a.refuse(w, r, err)
		return
	}
	body, err := json.MarshalIndent(exportOf(d, a.Now()), "", "  ")
	if err != nil {
		a.refuse(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Disposition", `attachment; filename="berth.json"`)
	_, _ = w.Write(body) // the client may be gone
}

// accountRoutes adds the pages on the way in, and that of one's account, which leads there who is not signed in.
func (a *API) accountRoutes(add func(method, path string, h http.HandlerFunc)) {
	add(http.MethodGet, "/account", a.getAccount)
	add(http.MethodPost, "/account", a.postAccount)
	add(http.MethodGet, "/account/export", a.getExport)
	add(http.MethodPost, "/account/signout", a.postSignOut)
	add(http.MethodGet, "/account/signin", a.getEntry("account_signin.html"))
	add(http.MethodPost, "/account/signin", a.postAccountSignIn)
	add(http.MethodGet, "/account/signup", a.getEntry("account_signup.html"))
	add(http.MethodPost, "/account/signup", a.postAccountSignUp)
	add(http.MethodGet, "/account/passkey", a.getPasskey)
	add(http.MethodPost, "/account/passkey", a.postPasskey)
	add(http.MethodPost, "/account/passkeys", a.postNewPasskey)
	add(http.MethodPost, "/account/passkeys/answer", a.postPasskeyAnswer)
	add(http.MethodGet, "/account/provider", a.getProvider)
	add(http.MethodGet, "/oauth/callback", a.getCallback)
	add(http.MethodGet, secretsFolder+"{token}", a.getSecret)
	add(http.MethodPost, secretsFolder+"{token}", a.postSecret)
	add(http.MethodGet, "/account/code", a.getCode)
	add(http.MethodPost, "/account/code", a.postCode)
	add(http.MethodGet, "/account/reset", a.getReset)
	add(http.MethodPost, "/account/reset", a.postReset)
	add(http.MethodGet, "/account/reset/{token}", a.getNewPassword)
	add(http.MethodPost, "/account/reset/{token}", a.postNewPassword)
	add(http.MethodGet, "/account/verify/{token}", a.getVerify)
	add(http.MethodPost, "/account/verify/{token}", a.postVerify)
}
