package dev.guildhall.core.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.testkit.Sample;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PermissionsTest {
    private final Permissions permissions = new Permissions(Set.of(new Email("boss@example.org")));
    private final UserId other = new UserId("usr_other");

    private static Caller.User caller(Role... roles) {
        return new Caller.User(new UserId("usr_1"), new ProfileId("prf_1"), new SessionId("ses_1"), Set.of(roles));
    }

    @Test
    void roles_follow_the_configured_addresses() {
        assertThat(permissions.rolesOf(
                        Sample.account().email("BOSS@Example.org").build()))
                .containsExactly(Role.USER, Role.ADMIN);
        assertThat(permissions.rolesOf(Sample.account().build())).containsExactly(Role.USER);
    }

    @Test
    void the_configured_addresses_name_admins_under_the_canonical_spelling_too() {
        Permissions spelt = new Permissions(Set.of(new Email("boss@m\u00fcnchen.example.")));

        assertThat(spelt.rolesOf(
                        Sample.account().email("boss@xn--mnchen-3ya.example").build()))
                .containsExactly(Role.USER, Role.ADMIN);
    }

    @Test
    void a_user_sees_only_own_resources_and_an_admin_those_of_all_users() {
        assertThat(permissions.sees(caller(Role.USER), new UserId("usr_1"))).isTrue();
        assertThat(permissions.sees(caller(Role.USER), other)).isFalse();
        assertThat(permissions.sees(caller(Role.USER, Role.ADMIN), other)).isTrue();
    }

    @Test
    void only_an_admin_may_name_another_user() {
        permissions.requireSelf(caller(Role.USER), new UserId("usr_1"));
        permissions.requireSelf(caller(Role.USER, Role.ADMIN), other);

        assertThat(Refused.by(() -> permissions.requireSelf(caller(Role.USER), other)))
                .isInstanceOf(CommonProblem.Forbidden.class);
    }
}
