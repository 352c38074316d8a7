package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.account.AccountErrors;
import dev.guildhall.http.system.SystemErrors;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ListenerTest {
    @Test
    void on_a_port_of_its_own_a_service_says_itself_that_there_is_no_such_path() {
        Mount system = new Mount(Optional.empty(), "", List.of(), new SystemErrors());
        Mount root = Mount.of(Service.ACCOUNT, "", List.of(), new AccountErrors());
        Mount versioned = Mount.of(Service.ACCOUNT, "/api/v1", List.of(), new AccountErrors());
        Listener listener = new Listener("127.0.0.1", 0, List.of(system, versioned, root));

        assertThat(listener.mountFor("/auth/nope")).isSameAs(root);
        assertThat(listener.mountFor("/api/v1/nope")).isSameAs(versioned);
    }
}
