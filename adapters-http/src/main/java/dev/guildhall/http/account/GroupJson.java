package dev.guildhall.http.account;

import dev.guildhall.http.json.Json;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.group.Group;
import dev.guildhall.ports.group.GroupDescription;
import dev.guildhall.ports.group.GroupMember;
import dev.guildhall.ports.group.GroupSummary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JSON of one group as its member sees it; {@code description} is null when there is none. */
record GroupJson(String id, String name, @Nullable String description, String role, int memberCount, String createdAt) {
    static GroupJson of(GroupSummary summary) {
        Group group = summary.group();
        return new GroupJson(
                group.id().value(),
                group.name().value(),
                group.description().map(GroupDescription::value).orElse(null),
                summary.role().wireName(),
                summary.memberCount(),
                Json.timestamp(group.createdAt()));
    }

    /** A page of groups; {@code nextCursor} is null on the last page. */
    record PageJson(List<GroupJson> groups, @Nullable String nextCursor) {
        static PageJson of(Page<GroupSummary> page) {
            return new PageJson(
                    page.items().stream().map(GroupJson::of).toList(),
                    page.next().map(Cursor::encode).orElse(null));
        }
    }

    record MemberJson(String profileId, String displayName, String role, String joinedAt) {
        static MemberJson of(GroupMember member) {
            return new MemberJson(
                    member.membership().profileId().value(),
                    member.displayName().value(),
                    member.membership().role().wireName(),
                    Json.timestamp(member.membership().joinedAt()));
        }
    }

    /** A page of members; {@code nextCursor} is null on the last page. */
    record MembersJson(List<MemberJson> members, @Nullable String nextCursor) {
        static MembersJson of(Page<GroupMember> page) {
            return new MembersJson(
                    page.items().stream().map(MemberJson::of).toList(),
                    page.next().map(Cursor::encode).orElse(null));
        }
    }
}
