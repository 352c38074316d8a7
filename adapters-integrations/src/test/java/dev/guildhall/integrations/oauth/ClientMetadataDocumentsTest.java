package dev.guildhall.integrations.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.guildhall.integrations.net.EgressRules;
import dev.guildhall.integrations.net.OutboundHttp;
import dev.guildhall.ports.problem.AccountProblem.ClientRefused;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.ClientId;
import java.net.URI;
import java.time.InstantSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientMetadataDocumentsTest {
    private final ClientMetadataDocuments documents = new ClientMetadataDocuments(new OutboundHttp(
            EgressRules.OUTSIDE_ONLY,
            duration -> {
                throw new IllegalStateException("nothing is retried");
            },
            InstantSource.system()));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://127.0.0.1/client",
                "https://[::1]/client",
                "https://10.1.2.3/client",
                "https://169.254.169.254/client",
                "https://localhost/client"
            })
    void no_document_is_read_from_an_inner_address(String address) {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> documents.read(new ClientId(address), URI.create(address)))
                .satisfies(refused -> assertThat(refused.problem()).isInstanceOf(ClientRefused.class));
    }
}
