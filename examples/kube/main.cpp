// Kubernetes - a scheduler extender that holds the pods of a gang back until the policy starts the whole gang.
#include "../common/thrown_promises.hpp"

#include "extender.hpp"
#include "json_text.hpp"

#include <CLI/CLI.hpp>
#include <httplib.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <mutex>

namespace {

using kube::json;

constexpr std::size_t most_bytes = std::size_t{64} << 20;

double now() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

// Requests come on several threads; the gate is for one.
template <class Answer>
void answer_in_turn(std::mutex& turn, httplib::Request const& request, httplib::Response& response, Answer answer) {
    std::lock_guard const held{turn};
    try {
        response.set_content(kube::to_text(answer()), "application/json");
    } catch (std::exception const& e) { // of what was sent: nothing else throws
        std::fprintf(stderr, "gangway: %s refused: %s\n", request.path.c_str(), e.what());
        response.status = 400;
        response.set_content(kube::to_text({{"Error", std::string{"gangway: "} + e.what()}}), "application/json");
    }
}

// The body is read before the turn is taken, and by a reader of our own: what says that it is a form, as all does that
// curl sends with --data-binary, httplib cuts at 8 KiB, and a body in chunks not at all.
template <class Answer>
httplib::Server::HandlerWithContentReader posted(std::mutex& turn, Answer answer) {
    return [&turn, answer](httplib::Request const& request, httplib::Response& response,
                           httplib::ContentReader const& read) {
        std::string body;
        auto const take = [&](char const* bytes, std::size_t count) {
            body.append(bytes, count);
            return body.size() <= most_bytes;
        };
        bool const whole = request.is_multipart_form_data()
                               ? read([](httplib::MultipartFormData const&) { return true; }, take)
                               : read(take);
        if (body.size() > most_bytes) response.status = 413;
        if (whole) answer_in_turn(turn, request, response, [&] { return answer(kube::from_text(body)); });
    };
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app{"A scheduler extender for kube-scheduler: gangs start whole, in the order of a gangway policy."};
    std::string host = "127.0.0.1", policy = "priority;greedy;best-fit", scheduler = "default-scheduler", file;
    int port = 28888;
    app.add_option("--host", host, "address to listen on; 0.0.0.0 lets everyone in")->capture_default_str();
    app.add_option("--port", port, "0: any that is free; it is printed")
        ->capture_default_str()
        ->check(CLI::Range(0, 65535));
    app.add_option("--policy", policy, "rank;admission;placement")->capture_default_str();
    app.add_option("--scheduler", scheduler, "spec.schedulerName of the pods that count")->capture_default_str();
    app.add_option("--state", file, "a List to begin with, as POST /state takes it")->check(CLI::ExistingFile);
    CLI11_PARSE(app, argc, argv);

    try {
        kube::gate gate{policy, scheduler};
        if (!file.empty()) {
            std::ifstream in{file};
            gate.set_state(kube::read_state(kube::from_text(in)), now());
        }
        kube::extender extender{gate};
        std::mutex turn;
        httplib::Server server;
        server.set_payload_max_length(most_bytes);
        server.set_socket_options([](socket_t socket) { // without SO_REUSEPORT: two on one port would share the pods
            int const yes = 1;
            setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        });
        server.Post("/filter", posted(turn, [&](json const& args) { return extender.filter(args, now()); }));
        server.Post("/prioritize", posted(turn, [&](json const& args) { return extender.prioritize(args, now()); }));
        server.Post("/state", posted(turn, [&](json const& list) {
                        gate.set_state(kube::read_state(list), now());
                        auto const& s = gate.current();
                        return json{{"nodes", s.nodes.size()}, {"pods", s.pods.size()}, {"podGroups", s.groups.size()}};
                    }));
        server.Get("/gangs", [&](auto const& request, auto& response) {
            answer_in_turn(turn, request, response, [&] { return extender.gangs(now()); });
        });
        server.Get("/healthz", [](auto const&, auto& response) { response.set_content("ok\n", "text/plain"); });
        server.set_error_handler([](auto const& request, auto& response) {
            if (!response.body.empty()) return;
            std::string const what = response.status == 413 ? "more than " + std::to_string(most_bytes >> 20U) + " MiB"
                                     : response.status == 404
                                         ? "no such path: POST /filter, /prioritize, /state; GET /gangs, /healthz"
                                         : "status " + std::to_string(response.status);
            response.set_content(kube::to_text({{"Error", "gangway: " + request.path + ": " + what}}),
                                 "application/json");
        });

        bool const bound = port == 0 ? (port = server.bind_to_any_port(host)) > 0 : server.bind_to_port(host, port);
        if (!bound) {
            std::fprintf(stderr, "gangway: cannot listen on %s:%d: taken, or no address of this machine\n",
                         host.c_str(), port);
            return 1;
        }
        std::printf("gangway: %s on http://%s:%d\n", policy.c_str(), host.c_str(), port);
        std::fflush(stdout);
        return server.listen_after_bind() ? 0 : 1;
    } catch (std::exception const& e) {
        std::fprintf(stderr, "gangway: %s\n", e.what());
        return 2;
    }
}
