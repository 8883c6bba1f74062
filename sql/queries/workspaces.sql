-- name: InsertWorkspace :exec
INSERT INTO workspaces (id, name, created_at) VALUES ($1, $2, $3);

-- name: EnsureWorkspace :exec
INSERT INTO workspaces (id, name, created_at) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING;

-- name: LockWorkspace :one
SELECT * FROM workspaces WHERE id = $1 FOR NO KEY UPDATE;

-- name: RenameWorkspace :exec
UPDATE workspaces SET name = $2 WHERE id = $1;

-- name: Workspaces :many
SELECT workspaces.id, workspaces.name, members.role
FROM members JOIN workspaces ON workspaces.id = members.workspace_id
WHERE members.user_id = $1
ORDER BY members.joined_at, workspaces.id;

-- name: CountOwnedWorkspaces :one
SELECT COUNT(*) FROM members WHERE user_id = $1 AND role = 'owner';

-- name: FirstWorkspace :one
SELECT sqlc.embed(workspaces), sqlc.embed(users)
FROM workspaces
JOIN members ON members.workspace_id = workspaces.id AND members.role = 'owner'
JOIN users ON users.id = members.user_id
ORDER BY workspaces.created_at, workspaces.id, members.joined_at, users.id
LIMIT 1;

-- name: InsertMember :exec
INSERT INTO members (workspace_id, user_id, role, joined_at) VALUES ($1, $2, $3, $4);

-- name: Members :many
SELECT sqlc.embed(users), members.role, members.joined_at
FROM members JOIN users ON users.id = members.user_id
WHERE members.workspace_id = $1
ORDER BY members.joined_at, users.id;

-- name: Member :one
SELECT sqlc.embed(users), members.role, members.joined_at
FROM members JOIN users ON users.id = members.user_id
WHERE members.workspace_id = $1 AND members.user_id = $2;

-- name: MemberRole :one
-- A present role, which stays until the transaction ends.
SELECT role FROM members WHERE workspace_id = $1 AND user_id = $2 FOR SHARE;

-- name: CountMembers :one
SELECT COUNT(*) FROM members WHERE workspace_id = $1;

-- name: CountOtherOwners :one
SELECT COUNT(*) FROM members WHERE workspace_id = $1 AND role = 'owner' AND user_id <> $2;

-- name: SetMemberRole :exec
UPDATE members SET role = $3 WHERE workspace_id = $1 AND user_id = $2;

-- name: DeleteMember :exec
DELETE FROM members WHERE workspace_id = $1 AND user_id = $2;

-- name: InsertInvitation :exec
INSERT INTO invitations (id, workspace_id, maker_id, email, role, hash, created_at, expires_at, mail_hash)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: CountInvitations :one
SELECT COUNT(*) FROM invitations WHERE workspace_id = $1 AND expires_at > sqlc.arg(now);

-- name: InvitationByHash :one
SELECT sqlc.embed(invitations), sqlc.embed(users), workspaces.name AS workspace_name
FROM invitations
JOIN workspaces ON workspaces.id = invitations.workspace_id
JOIN users ON users.id = invitations.maker_id
WHERE invitations.hash = $1 OR invitations.mail_hash = $1;

-- name: Invitations :many
SELECT sqlc.embed(invitations), sqlc.embed(users), workspaces.name AS workspace_name
FROM invitations
JOIN workspaces ON workspaces.id = invitations.workspace_id
JOIN users ON users.id = invitations.maker_id
WHERE invitations.workspace_id = $1 AND invitations.expires_at > sqlc.arg(now)
ORDER BY invitations.created_at DESC, invitations.id DESC;

-- name: RevokeInvitation :one
DELETE FROM invitations WHERE workspace_id = $1 AND id = $2 RETURNING *;

-- name: RevokeInvitationsOf :many
DELETE FROM invitations WHERE workspace_id = $1 AND maker_id = $2 RETURNING *;

-- name: RevokeInvitationsMadeBy :many
DELETE FROM invitations WHERE maker_id = $1 RETURNING *;

-- name: DeleteInvitation :execrows
DELETE FROM invitations WHERE id = $1;

-- name: PruneInvitations :execrows
DELETE FROM invitations WHERE expires_at < $1;

-- name: InsertKey :exec
INSERT INTO api_keys (id, workspace_id, maker_id, made_by_key, name, prefix, hash, role, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- name: CountKeys :one
SELECT COUNT(*) FROM api_keys WHERE workspace_id = $1;

-- name: KeyByHash :one
SELECT sqlc.embed(api_keys), sqlc.embed(users), members.role AS maker_role
FROM api_keys
JOIN members ON members.workspace_id = api_keys.workspace_id AND members.user_id = api_keys.maker_id
JOIN users ON users.id = api_keys.maker_id
WHERE api_keys.hash = $1;

-- name: KeyRoles :one
-- The present roles of a key and of its maker, which stay until the transaction ends.
SELECT api_keys.role, members.role AS maker_role
FROM api_keys
JOIN members ON members.workspace_id = api_keys.workspace_id AND members.user_id = api_keys.maker_id
WHERE api_keys.id = $1 AND api_keys.workspace_id = $2
FOR SHARE;

-- name: Key :one
SELECT sqlc.embed(api_keys), sqlc.embed(users), members.role AS maker_role
FROM api_keys
JOIN members ON members.workspace_id = api_keys.workspace_id AND members.user_id = api_keys.maker_id
JOIN users ON users.id = api_keys.maker_id
WHERE api_keys.id = $1 AND api_keys.workspace_id = $2;

-- name: Keys :many
SELECT sqlc.embed(api_keys), sqlc.embed(users), members.role AS maker_role
FROM api_keys
JOIN members ON members.workspace_id = api_keys.workspace_id AND members.user_id = api_keys.maker_id
JOIN users ON users.id = api_keys.maker_id
WHERE api_keys.workspace_id = $1
ORDER BY api_keys.created_at DESC, api_keys.id DESC;

-- name: KeysOf :many
SELECT id, prefix FROM api_keys WHERE workspace_id = $1 AND maker_id = $2 ORDER BY id;

-- name: KeysMadeBy :many
SELECT id FROM api_keys WHERE made_by_key = $1 ORDER BY id;

-- name: DeleteKey :one
DELETE FROM api_keys WHERE workspace_id = $1 AND id = $2 RETURNING *;

-- name: TouchKey :exec
UPDATE api_keys SET last_used_at = $2 WHERE id = $1;
