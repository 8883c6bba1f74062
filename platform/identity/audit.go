package identity

// AuditActions returns the actions that the audit trail of a workspace may contain, in order. What people do with their own
// account and sessions is in no workspace's trail.
func AuditActions() []string {
	return []string{
		"app.activate",
		"app.create",
		"app.delete",
		"app.listing",
		"app.publish",
		"app.resume",
		"app.sampling",
		"app.suspend",
		"app.unpublish",
		"app.update",
		"appointment.book",
		"invitation.accept",
		"invitation.create",
		"invitation.revoke",
		"key.create",
		"key.delete",
		"member.remove",
		"member.update",
		"row.create",
		"row.delete",
		"row.update",
		"table.create",
		"table.delete",
		"table.import",
		"table.undo",
		"table.update",
		"task.add",
		"task.complete",
		"task.delete",
		"task.update",
		"user.create",
		"workspace.create",
		"workspace.resume",
		"workspace.suspend",
		"workspace.update",
	}
}
